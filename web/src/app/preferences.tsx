// The settings page.
import { useEffect, useState } from "preact/hooks";
import { keyName } from "../games/keys";
import { type Loaded, load } from "../games/load";
import { language, t, withTexts } from "../i18n/texts";
import { Choice } from "./choice";
import { install, installing } from "./install";
import { titleOf } from "./names";
import { complain, notify } from "./notices";
import { plainName } from "./persons";
import { games, guest, introduce, loadGames, rename } from "./server";
import { choose, DEFAULTS, type Kept, kept } from "./settings";
import { sound } from "./sound";

export function PreferencesPage() {
  useEffect(() => {
    document.title = t("settings.title");
    introduce().catch(complain);
    loadGames().catch(complain);
  }, [language.value]);
  return (
    <div class="page narrow">
      <h1>{t("settings.title")}</h1>
      <Name />
      <section class="panel fields">
        <Setting name="language" values={["auto", "en", "ja"]} />
        <Setting name="theme" values={["auto", "light", "dark"]} />
        <Setting name="reducedMotion" values={["auto", "on", "off"]} />
        <Flag name="sound" />
        {kept.value.sound && <Volume />}
        <Flag name="colourBlind" />
        <Flag name="confirmMoves" />
      </section>
      {games.value
        .filter((card) => card.timed)
        .map((card) => (
          <Keys key={card.name} game={card.name} />
        ))}
      <Install />
    </div>
  );
}

function Name() {
  const [name, setName] = useState<string | null>(null);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      await rename(name ?? "");
      setName(null);
      notify(t("settings.named"));
    } catch (error) {
      complain(error);
    }
  };
  return (
    <form class="panel fields" onSubmit={submit}>
      <label class="field">
        <span>{t("settings.name")}</span>
        <input
          type="text"
          maxLength={60}
          value={name ?? plainName(guest.value?.name ?? "")}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <div class="row end">
        <button type="submit" class="button primary" disabled={name === null}>
          {t("settings.save")}
        </button>
      </div>
    </form>
  );
}

function Setting<N extends "language" | "theme" | "reducedMotion">({ name, values }: { name: N; values: Kept[N][] }) {
  return (
    <Choice label={t(`settings.${name}`)} value={kept.value[name]} choose={(value) => choose({ [name]: value })}>
      {values.map((value) => [value, t(`settings.${name}.${value}`)])}
    </Choice>
  );
}

function Flag({ name }: { name: "sound" | "colourBlind" | "confirmMoves" }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={kept.value[name]}
        onChange={(event) => choose({ [name]: event.currentTarget.checked })}
      />
      <span>{t(`settings.${name}`)}</span>
    </label>
  );
}

/** Every change is heard at once. */
function Volume() {
  return (
    <label class="field">
      <span>{t("settings.volume")}</span>
      <input
        type="range"
        min="0"
        max="1"
        step="0.1"
        value={kept.value.volume}
        onInput={(event) => {
          choose({ volume: Number(event.currentTarget.value) });
          sound("move");
        }}
      />
    </label>
  );
}

/** Where a browser does not ask by itself, it says how: Safari has it in the menu of the page. */
function Install() {
  const prompt = installing.value;
  if (matchMedia("(display-mode: standalone)").matches) return null;
  return (
    <section class="panel" aria-labelledby="install">
      <h2 id="install">{t("install.title")}</h2>
      <p>{t(prompt ? "install.text" : "install.menu")}</p>
      {prompt && (
        <button type="button" class="button primary" onClick={() => void install()}>
          {t("install.yes")}
        </button>
      )}
    </section>
  );
}

/** The keys of a timed game: press the button, then the key. */
function Keys({ game }: { game: string }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [asking, setAsking] = useState<string | null>(null);
  useEffect(() => void load(game, language.value).then(setLoaded), [game, language.value]);
  const { buttons = [], keys = {} } = loaded?.module ?? {};
  const bound: Readonly<Record<string, string>> = { ...keys, ...kept.value.keys };
  const say = withTexts(loaded?.own ?? {});
  const pressed = (event: KeyboardEvent): void => {
    if (asking === null) return;
    event.preventDefault();
    setAsking(null);
    if (event.code !== "Escape") choose({ keys: { ...kept.value.keys, [event.code]: asking } });
  };
  if (buttons.length === 0) return null;
  return (
    <section class="panel" aria-labelledby={`keys-${game}`}>
      <h2 id={`keys-${game}`}>{t("settings.keys", { game: titleOf(game) })}</h2>
      <ul class="keys">
        {buttons.map((button) => (
          <li key={button} class="field">
            <span>{say(`button.${button}`)}</span>
            <button
              type="button"
              class="button"
              onKeyDown={pressed}
              onBlur={() => setAsking(null)}
              onClick={() => setAsking(button)}
            >
              {asking === button ? t("settings.press") : keysOf(bound, button)}
            </button>
          </li>
        ))}
      </ul>
      <Repeat name="delay" low={50} high={500} />
      <Repeat name="every" low={17} high={200} />
      <div class="row end">
        <button type="button" class="button" onClick={() => choose({ keys: {}, repeat: { ...DEFAULTS.repeat } })}>
          {t("settings.keys.reset")}
        </button>
      </div>
    </section>
  );
}

/** How fast a direction that is held moves again, in milliseconds. */
function Repeat({ name, low, high }: { name: keyof Kept["repeat"]; low: number; high: number }) {
  const value = kept.value.repeat[name];
  return (
    <label class="field">
      <span>{t(`settings.repeat.${name}`)}</span>
      <span class="row">
        <input
          type="range"
          min={low}
          max={high}
          value={value}
          onInput={(event) => choose({ repeat: { ...kept.value.repeat, [name]: event.currentTarget.valueAsNumber } })}
        />
        <output>{t("settings.repeat.ms", { ms: value })}</output>
      </span>
    </label>
  );
}

function keysOf(bound: Readonly<Record<string, string>>, button: string): string {
  const codes = Object.keys(bound).filter((code) => bound[code] === button);
  return codes.map((code) => keyName(code, t)).join(" / ") || "–";
}
