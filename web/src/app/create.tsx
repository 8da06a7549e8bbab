// The dialog in which a room is made exactly as wished.
import { useEffect, useState } from "preact/hooks";
import { duration, t } from "../i18n/texts";
import type { ClockWish, GameCard, OptionCard, RoomWish, Variant } from "../wire";
import { botAmong, botsOf, choiceName } from "./bots";
import { optionTexts } from "./cards";
import { Choice } from "./choice";
import { Dialog } from "./dialog";
import { errorText, Refused } from "./errors";
import { levelOf } from "./levels";
import { cardOf, titleOf } from "./names";
import { type Field, fieldOf } from "./options";
import { seatLabel } from "./seatnames";
import { games } from "./server";
import { begin } from "./starting";
import { useVariant } from "./variant";

const [YOU, PERSON] = ["you", ""];
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
      <Choice label={t("create.game")} value={name} choose={setName}>
        {games.value.map((each) => [each.name, titleOf(each.name)])}
      </Choice>
      {card && <Wish key={name} card={card} close={close} />}
    </Dialog>
  );
}

interface Flags {
  private: boolean;
  timed: boolean;
  takebacks: boolean;
  chat: boolean;
}

function Wish({ card, close }: { card: GameCard; close(): void }) {
  const [options, setOptions] = useState<Record<string, string>>({});
  const { variant, trouble } = useVariant(card, options);
  const [texts, setTexts] = useState<Record<string, string> | null>(null);
  useEffect(() => void optionTexts(card.name).then(setTexts), [card.name]);
  const [mine, setMine] = useState<readonly number[]>([0]);
  const [others, setOthers] = useState<Record<number, string>>({});
  const [clock, setClock] = useState("none");
  const [fill, setFill] = useState(60);
  const [flags, setFlags] = useState<Flags>({ private: false, timed: false, takebacks: true, chat: true });
  const bots = botsOf(variant);
  const shares = variant.one_device && !flags.timed;
  const seats = mine.filter((at) => at < variant.seats.length).slice(0, shares ? variant.seats.length : 1);
  const [seat = 0, ...also] = seats;
  const holder = (at: number): string =>
    others[at] === PERSON || variant.seats.length === 1 ? PERSON : botAmong(bots, others[at], levelOf(card, variant));
  /** Whoever takes my seat gives me none; I always sit somewhere, and at one device several of us do. */
  const choose = (at: number, who: string): void => {
    if (who === YOU) setMine(shares ? [...seats, at] : [at]);
    else if (at !== seat || also.length > 0) {
      setMine(seats.filter((each) => each !== at));
      setOthers({ ...others, [at]: who });
    }
  };
  const isMine = (at: number): boolean => at === seat || also.includes(at);
  const submit = (event: Event): void => {
    event.preventDefault();
    const taken = variant.seats
      .map((_, at) => [String(at), holder(at)] as const)
      .filter(([at, bot]) => !isMine(Number(at)) && bot !== PERSON);
    const wish: RoomWish = {
      game: card.name,
      options,
      ...flags,
      clocks: flags.timed ? {} : CLOCKS[clock]!,
      bot_fill_seconds: fill,
      bots: Object.fromEntries(taken),
      ready: true,
      seat,
      also,
    };
    close();
    void begin(wish);
  };
  return (
    <form onSubmit={submit}>
      {variant.seats.length > 1 && (
        <fieldset class="fields">
          <legend>{t("create.seats")}</legend>
          <SeatFields
            game={card.name}
            variant={variant}
            holder={(at) => (isMine(at) ? YOU : holder(at))}
            choose={choose}
          />
          {(also.length > 0 || !shares) && <p class="dim">{t(shares ? "create.shared" : "create.apart")}</p>}
          <Choice label={t("create.fill")} value={String(fill)} choose={(value) => setFill(Number(value))}>
            {FILLS.map((seconds) => [String(seconds), duration(seconds)])}
          </Choice>
        </fieldset>
      )}
      <fieldset class="fields">
        <legend>{t("create.room")}</legend>
        {!flags.timed && (
          <Choice label={t("create.clock")} value={clock} choose={setClock}>
            {Object.keys(CLOCKS).map((key) => [key, t(`clock.${key}`)])}
          </Choice>
        )}
        <FlagFields card={card} flags={flags} set={setFlags} />
      </fieldset>
      {texts && card.options.length > 0 && (
        <OptionFields card={card} texts={texts} options={options} set={setOptions} />
      )}
      {trouble !== null && <p role="alert">{troubleText(trouble, card, texts ?? {})}</p>}
      <Buttons close={close} disabled={trouble !== null} />
    </form>
  );
}

interface SeatFieldsProps {
  game: string;
  variant: Variant;
  holder(at: number): string;
  choose(at: number, who: string): void;
}

function SeatFields({ game, variant, holder, choose }: SeatFieldsProps) {
  const who: [string, string][] = [
    [YOU, t("create.you")],
    [PERSON, t("create.person")],
    ...botsOf(variant).map((spec): [string, string] => [spec, choiceName(game, variant.levels, spec)]),
  ];
  return (
    <>
      {variant.seats.map((_, at) => (
        <Choice
          key={at}
          label={seatLabel(game, variant.seats, at)}
          value={holder(at)}
          choose={(each) => choose(at, each)}
        >
          {who}
        </Choice>
      ))}
    </>
  );
}

function FlagFields({ card, flags, set }: { card: GameCard; flags: Flags; set(flags: Flags): void }) {
  const offered = (["private", "timed", "takebacks", "chat"] as const).filter((flag) => flag !== "timed" || card.timed);
  return (
    <>
      {offered.map((flag) => (
        <label key={flag} class="check">
          <input
            type="checkbox"
            checked={flags[flag]}
            onChange={(event) => set({ ...flags, [flag]: event.currentTarget.checked })}
          />
          <span>{t(`create.${flag}`)}</span>
        </label>
      ))}
    </>
  );
}

function Buttons({ close, disabled }: { close(): void; disabled: boolean }) {
  return (
    <div class="row end">
      <button type="button" class="button" onClick={close}>
        {t("cancel")}
      </button>
      <button type="submit" class="button primary" disabled={disabled}>
        {t("create.submit")}
      </button>
    </div>
  );
}

/** Which option is wrong, in its own words. */
function troubleText(trouble: unknown, card: GameCard, texts: Record<string, string>): string {
  const name = trouble instanceof Refused && trouble.code === "config" ? trouble.params.option : null;
  const option = card.options.find((each) => each.name === name);
  return option ? t("create.refused", { option: labelOf(option, texts) }) : errorText(trouble);
}

function labelOf({ name, meaning }: OptionCard, texts: Record<string, string>): string {
  return texts[name] ?? capital(meaning);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface OptionFieldsProps {
  card: GameCard;
  texts: Record<string, string>;
  options: Record<string, string>;
  set(options: Record<string, string>): void;
}

function OptionFields({ card, texts, options, set }: OptionFieldsProps) {
  const change = (option: OptionCard, value: string): void => {
    const { [option.name]: _, ...others } = options;
    set(value === option.default ? others : { ...others, [option.name]: value });
  };
  return (
    <details class="fields-more">
      <summary>{t("create.rules")}</summary>
      <div class="fields">
        {card.options.filter(isForPeople).map((option) => (
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

/** A free text is a name that programs know. */
function isForPeople({ allowed }: OptionCard): boolean {
  return allowed !== "a text";
}

interface OptionFieldProps {
  option: OptionCard;
  texts: Record<string, string>;
  value: string;
  change(value: string): void;
}

function OptionField({ option, texts, value, change }: OptionFieldProps) {
  const field = fieldOf(option.allowed);
  const label = labelOf(option, texts);
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
