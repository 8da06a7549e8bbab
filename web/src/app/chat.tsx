// The room's talk, with what happens to the room between.
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n/texts";
import type { RoomInfo } from "../wire";
import { lineText } from "./lines";
import { notify } from "./notices";
import { personName } from "./persons";
import type { Line, Table } from "./table";

export function Chat({ table }: { table: Table }) {
  const [text, setText] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const info = table.info.value!;
  const lines = table.lines.value;
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [lines]);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (text.trim() === "") return;
    if (table.connection.send({ t: "chat", id: table.connection.newId(), text })) setText("");
    else notify(t("link.lost"), "bad");
  };
  return (
    <section class="chat" aria-label={t("chat")}>
      <h2>{t("chat")}</h2>
      <ul ref={list} tabIndex={0} aria-label={t("chat")}>
        {lines.map((line) => (
          <li key={line.id}>
            <ChatLine line={line} info={info} />
          </li>
        ))}
      </ul>
      {info.settings.chat === true && (
        <form class="row" onSubmit={submit}>
          <input
            type="text"
            maxLength={200}
            value={text}
            aria-label={t("chat.write")}
            placeholder={t("chat.write")}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <button type="submit" class="button">
            {t("chat.send")}
          </button>
        </form>
      )}
    </section>
  );
}

function ChatLine({ line, info }: { line: Line; info: RoomInfo }) {
  if (line.event.kind !== "said") return <span class="dim">{lineText(info.game, line, info.options)}</span>;
  return (
    <>
      <strong class={line.event.seat === null ? "dim" : ""}>
        {line.event.name ? personName(line.event.name) : t("chat.watcher")}
      </strong>{" "}
      {line.event.text}
    </>
  );
}
