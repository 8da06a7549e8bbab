// What every page has: the bar above, the place for notices, the words for screen readers.
import { Component, type ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n/texts";
import { Home } from "./home";
import { Cross, Gear, Logo, SoundOff, SoundOn } from "./icons";
import { lazy } from "./lazy";
import { dismiss, notices, spoken } from "./notices";
import { Nowhere } from "./nowhere";
import { type Page, page } from "./router";
import { choose, settings } from "./settings";

const RoomPage = lazy(() => import("./room").then((module) => module.RoomPage));
const ReplayPage = lazy(() => import("./replay").then((module) => module.ReplayPage));
const HowPage = lazy(() => import("./how").then((module) => module.HowPage));
const LearnPage = lazy(() => import("./learn").then((module) => module.LearnPage));
const PracticePage = lazy(() => import("./practice").then((module) => module.PracticePage));
const PreferencesPage = lazy(() => import("./preferences").then((module) => module.PreferencesPage));
const MinePage = lazy(() => import("./mine").then((module) => module.MinePage));
const TrainingPage = lazy(() => import("./training").then((module) => module.TrainingPage));
const LATER: Partial<Record<Page["at"], { prepare(): void }>> = {
  room: RoomPage,
  replay: ReplayPage,
  how: HowPage,
  learn: LearnPage,
  practice: PracticePage,
  settings: PreferencesPage,
  mine: MinePage,
  training: TrainingPage,
};

/** What the address asks for is loaded beside the language. */
export function prepare(): void {
  LATER[page.peek().at]?.prepare();
}

export function Shell() {
  const main = useRef<HTMLElement>(null);
  const now = page.value;
  const first = useRef(true);
  useEffect(() => {
    // A new page begins at its top for the keyboard too.
    if (!first.current) main.current?.focus({ preventScroll: true });
    first.current = false;
  }, [now]);
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: the address belongs to the router */}
      <a class="skip" href="#main" onClick={(event) => skip(event, main.current)}>
        {t("skip")}
      </a>
      <Bar />
      <main id="main" tabIndex={-1} ref={main}>
        <Guarded key={now.at}>
          <Content page={now} />
        </Guarded>
      </main>
      <Notices />
      <Spoken />
    </>
  );
}

/** A page that fails says so, and the others still work. */
class Guarded extends Component<{ children: ComponentChildren }, { failed: boolean }> {
  override state = { failed: false };

  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.setState({ failed: true });
  }

  override render() {
    return this.state.failed ? <Nowhere text={t("error.unexpected")} /> : this.props.children;
  }
}

function skip(event: Event, main: HTMLElement | null): void {
  event.preventDefault();
  main?.focus();
}

function Content({ page }: { page: Page }) {
  switch (page.at) {
    case "home":
      return <Home />;
    case "room":
      return <RoomPage key={page.id} id={page.id} />;
    case "replay":
      return <ReplayPage key={`${page.room}/${page.round}`} room={page.room} round={page.round} />;
    case "how":
      return <HowPage key={page.game} game={page.game} />;
    case "learn":
      return <LearnPage key={page.game} game={page.game} />;
    case "practice":
      return <PracticePage key={page.game} game={page.game} />;
    case "settings":
      return <PreferencesPage />;
    case "mine":
      return <MinePage />;
    case "training":
      return <TrainingPage />;
    case "nowhere":
      return <Nowhere />;
  }
}

function Bar() {
  const sound = settings.value.sound;
  return (
    <header class="bar">
      <a class="brand" href="/" aria-label={t("brand.home")}>
        <Logo />
        <span>{t("brand")}</span>
      </a>
      <nav class="bar-links" aria-label={t("nav")}>
        <Link href="/mine" at="mine">
          {t("nav.mine")}
        </Link>
        <Link href="/training" at="training">
          {t("nav.training")}
        </Link>
        <button
          type="button"
          class="button quiet round"
          aria-pressed={sound}
          aria-label={t("nav.sound")}
          title={t("nav.sound")}
          onClick={() => choose({ sound: !sound })}
        >
          {sound ? <SoundOn /> : <SoundOff />}
        </button>
        <button
          type="button"
          class="button quiet language"
          lang={settings.value.language === "ja" ? "en" : "ja"}
          onClick={() => choose({ language: settings.value.language === "ja" ? "en" : "ja" })}
        >
          {settings.value.language === "ja" ? "English" : "日本語"}
        </button>
        <a class="button quiet round" href="/settings" aria-label={t("nav.settings")} title={t("nav.settings")}>
          <Gear />
        </a>
      </nav>
    </header>
  );
}

function Link({ href, at, children }: { href: string; at: Page["at"]; children: string }) {
  return (
    <a class="bar-link" href={href} aria-current={page.value.at === at ? "page" : undefined}>
      {children}
    </a>
  );
}

function Notices() {
  return (
    <div class="notices" role="status" aria-label={t("notices")}>
      {notices.value.map(({ id, text, kind }) => (
        <div key={id} class={`notice ${kind}`}>
          <span>{text}</span>
          <button type="button" class="button quiet round" aria-label={t("close")} onClick={() => dismiss(id)}>
            <Cross />
          </button>
        </div>
      ))}
    </div>
  );
}

function Spoken() {
  const { text, turn } = spoken.value;
  return (
    <div class="unseen">
      <div aria-live="polite">{turn === 0 ? text : ""}</div>
      <div aria-live="polite">{turn === 1 ? text : ""}</div>
    </div>
  );
}
