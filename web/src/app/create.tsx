// The dialog in which a room is made exactly as wished.
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n/texts";
import type { ClockWish, GameCard, OptionCard, RoomWish, Variant } from "../wire";
import { optionTexts } from "./cards";
import { Dialog } from "./dialog";
import { errorText } from "./errors";
import { botName, cardOf, levelsOf, seatLabel, titleOf } from "./names";
import { type Field, fieldOf } from "./options";
import { games, server } from "./server";
import { begin, levelOf } from "./starting";

const PERSON = "";
const CLOCKS: Record<string, ClockWish> = {
  none: {},
  "5+0": { total: 300 },
  "10+5": { total: 600, increment: 5 },
  "30+20": { total: 1800, increment: 20 },
  move30: { move: 30 },
  move120: { move: 120 },
};
const FILLS = [10, 20, 60, 300, 900];

export function CreateDialog({ game, close }: { game: string; close(): void }) {
  const [name, setName] = useState(game);
  const card = cardOf(name);
  return (
    <Dialog title={t("create.title")} close={close} wide>
      <label class="field">
        <span>{t("create.game")}</span>
        <select value={name} onChange={(event) => setName(event.currentTarget.value)}>
          {games.value.map((each) => (
            <option key={each.name} value={each.name}>
              {titleOf(each.name)}
            </option>
          ))}
        </select>
      </label>
      {card && <Wish key={name} card={card} close={close} />}
    </Dialog>
  );
}

function Wish({ card, close }: { card: GameCard; close(): void }) {
  const [options, setOptions] = useState<Record<string, string>>({});
  const { variant, trouble } = useVariant(card, options);
  const [seat, setSeat] = useState(0);
  const [others, setOthers] = useState<Record<number, string>>({});
  const [clock, setClock] = useState("none");
  const [fill, setFill] = useState(60);
  const [flags, setFlags] = useState({ private: false, timed: false, takebacks: true, chat: true });
  const holder = (at: number): string => others[at] ?? (variant.seats.length > 1 ? levelOf(card) : PERSON);
  const submit = (event: Event): void => {
    event.preventDefault();
    const bots = variant.seats
      .map((_, at) => [String(at), holder(at)] as const)
      .filter(([at, bot]) => Number(at) !== seat && bot !== PERSON);
    const wish: RoomWish = {
      game: card.name,
      options,
      ...flags,
      clocks: flags.timed ? {} : CLOCKS[clock]!,
      bot_fill_seconds: fill,
      bots: Object.fromEntries(bots),
      ready: true,
      seat,
    };
    close();
    void begin(wish);
  };
  return (
    <form onSubmit={submit}>
      {variant.seats.length > 1 && (
        <fieldset class="fields">
          <legend>{t("create.seats")}</legend>
          {variant.seats.map((_, at) => (
            <label key={at} class="field">
              <span>{seatLabel(variant.seats, at)}</span>
              <select
                value={at === seat ? "you" : holder(at)}
                onChange={(event) => choose(at, event.currentTarget.value)}
              >
                <option value="you">{t("create.you")}</option>
                <option value={PERSON}>{t("create.person")}</option>
                {levelsOf({ levels: variant.levels, opponent: card.opponent }).map((spec) => (
                  <option key={spec} value={spec}>
                    {botName(card.name, spec)}
                  </option>
                ))}
              </select>
            </label>
          ))}
          <label class="field">
            <span>{t("create.fill")}</span>
            <select value={fill} onChange={(event) => setFill(Number(event.currentTarget.value))}>
              {FILLS.map((seconds) => (
                <option key={seconds} value={seconds}>
                  {t("create.fill.seconds", { count: seconds })}
                </option>
              ))}
            </select>
          </label>
        </fieldset>
      )}
      <fieldset class="fields">
        <legend>{t("create.room")}</legend>
        {!flags.timed && (
          <label class="field">
            <span>{t("create.clock")}</span>
            <select value={clock} onChange={(event) => setClock(event.currentTarget.value)}>
              {Object.keys(CLOCKS).map((key) => (
                <option key={key} value={key}>
                  {t(`clock.${key}`)}
                </option>
              ))}
            </select>
          </label>
        )}
        {(["private", "timed", "takebacks", "chat"] as const)
          .filter((flag) => flag !== "timed" || card.timed)
          .map((flag) => (
            <label key={flag} class="check">
              <input
                type="checkbox"
                checked={flags[flag]}
                onChange={(event) => setFlags({ ...flags, [flag]: event.currentTarget.checked })}
              />
              <span>{t(`create.${flag}`)}</span>
            </label>
          ))}
      </fieldset>
      {card.options.length > 0 && <OptionFields card={card} options={options} set={setOptions} />}
      {trouble && <p role="alert">{trouble}</p>}
      <div class="row end">
        <button type="button" class="button" onClick={close}>
          {t("cancel")}
        </button>
        <button type="submit" class="button primary" disabled={trouble !== null}>
          {t("create.submit")}
        </button>
      </div>
    </form>
  );

  /** Whoever takes my seat gives me none; I always sit somewhere. */
  function choose(at: number, who: string): void {
    if (who === "you") setSeat(at);
    else if (at !== seat) setOthers({ ...others, [at]: who });
  }
}

/** Which seats and levels the game has with these options, or what is wrong with them. */
function useVariant(card: GameCard, options: Record<string, string>): { variant: Variant; trouble: string | null } {
  const [variant, setVariant] = useState<Variant>({ ...card, options: {} });
  const [trouble, setTrouble] = useState<string | null>(null);
  useEffect(() => {
    let late = false;
    const timer = setTimeout(async () => {
      try {
        const found = await server.variant(card.name, options);
        if (!late) setVariant(found);
        if (!late) setTrouble(null);
      } catch (error) {
        if (!late) setTrouble(errorText(error));
      }
    }, 200);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [card, options]);
  return { variant, trouble };
}

interface OptionFieldsProps {
  card: GameCard;
  options: Record<string, string>;
  set(options: Record<string, string>): void;
}

function OptionFields({ card, options, set }: OptionFieldsProps) {
  const [texts, setTexts] = useState<Record<string, string>>({});
  useEffect(() => void optionTexts(card.name).then(setTexts), [card.name]);
  const change = (option: OptionCard, value: string): void => {
    const { [option.name]: _, ...others } = options;
    set(value === option.default ? others : { ...others, [option.name]: value });
  };
  return (
    <details class="fields-more">
      <summary>{t("create.rules")}</summary>
      <div class="fields">
        {card.options.map((option) => (
          <OptionField
            key={option.name}
            option={option}
            texts={texts}
            value={options[option.name] ?? option.default}
            change={(value) => change(option, value)}
          />
        ))}
      </div>
    </details>
  );
}

interface OptionFieldProps {
  option: OptionCard;
  texts: Record<string, string>;
  value: string;
  change(value: string): void;
}

function OptionField({ option, texts, value, change }: OptionFieldProps) {
  const field = fieldOf(option.allowed);
  const label = texts[option.name] ?? option.meaning;
  if (field.kind === "flag") {
    return (
      <label class="check">
        <input
          type="checkbox"
          checked={value === "true"}
          onChange={(event) => change(String(event.currentTarget.checked))}
        />
        <span>{label}</span>
      </label>
    );
  }
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Input is one
    <label class="field">
      <span>{label}</span>
      <Input
        field={field}
        value={value}
        change={change}
        word={(word) => texts[`${option.name}=${word}`] ?? word.replaceAll("_", " ")}
      />
    </label>
  );
}

interface InputProps {
  field: Exclude<Field, { kind: "flag" }>;
  value: string;
  change(value: string): void;
  word(word: string): string;
}

function Input({ field, value, change, word }: InputProps) {
  switch (field.kind) {
    case "words":
      return (
        <select value={value} onChange={(event) => change(event.currentTarget.value)}>
          {field.words.map((each) => (
            <option key={each} value={each}>
              {word(each)}
            </option>
          ))}
        </select>
      );
    case "number":
      return (
        <input
          type="number"
          min={field.low}
          max={field.high}
          value={value === "none" ? "" : value}
          placeholder={field.none ? t("create.none") : ""}
          onChange={(event) => change(event.currentTarget.value || (field.none ? "none" : value))}
        />
      );
    case "text":
      return (
        <input type="text" maxLength={100} value={value} onChange={(event) => change(event.currentTarget.value)} />
      );
  }
}
