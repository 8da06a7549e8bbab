import { useEffect } from "preact/hooks";
import { language, t } from "../i18n/texts";

export function Nowhere({ text }: { text?: string }) {
  useEffect(() => {
    document.title = t("nowhere.title");
  }, [language.value]);
  return (
    <section class="page narrow">
      <h1>{t("nowhere.title")}</h1>
      <p>{text ?? t("nowhere.text")}</p>
      <p>
        <a class="button primary" href="/">
          {t("nowhere.home")}
        </a>
      </p>
    </section>
  );
}
