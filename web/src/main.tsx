import { effect } from "@preact/signals";
import { render } from "preact";
import { prepareInstall } from "./app/install";
import { followLinks } from "./app/router";
import { settings } from "./app/settings";
import { prepare, Shell } from "./app/shell";
import { language, speak } from "./i18n/texts";

followLinks();
prepareInstall();
prepare();
await speak(settings.value.language);
render(<Shell />, document.getElementById("app")!);
effect(() => {
  if (settings.value.language !== language.peek()) void speak(settings.value.language);
});
