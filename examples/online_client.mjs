// A client in plain JavaScript, with nothing but fetch and WebSocket: it makes a room, sits down and plays random moves
// against bots of the server. What it does and why is in docs/online.md, "Rules for a client".
//
//   node examples/online_client.mjs http://127.0.0.1:8000 othello
//   node examples/online_client.mjs http://127.0.0.1:8000 coppit '{"max_turns": 40}'
//
// Node 22 or newer; Node 20 needs --experimental-websocket. The last line that it prints is the result, as JSON.

const PROTOCOL = "asobiba.v1";
const FOR_GOOD = [4400, 4403, 4404, 4409, 4429]; // closed so, nobody comes back
const SILENCE_MS = 10_000;

/** One guest of one server. */
class Guest {
  constructor(url) {
    this.url = url;
    this.token = null;
  }

  async introduce(name) {
    ({ token: this.token } = await this.ask("POST", "/api/guests", { name }));
  }

  async ask(method, path, body) {
    const headers = { "content-type": "application/json" };
    if (this.token) headers.authorization = `Bearer ${this.token}`;
    const answer = await fetch(this.url + path, { method, headers, body: body && JSON.stringify(body) });
    const told = await answer.json();
    if (!answer.ok) throw new Error(`${told.code}: ${told.message}`);
    return told;
  }

  /** A page of the server has the guest's cookie and may not choose headers; a program names its token. */
  dial() {
    const address = `${this.url.replace(/^http/, "ws")}/ws`;
    const options = { protocols: [PROTOCOL], headers: { authorization: `Bearer ${this.token}` } };
    return new WebSocket(address, typeof document === "undefined" ? options : PROTOCOL);
  }
}

/** A seat in a room, over as many connections as it takes. */
class Seat {
  constructor(guest, { room, token }, choose) {
    Object.assign(this, { guest, room, token, choose });
    this.seq = null; // the last event that we have
    this.state = null;
    this.history = [];
    this.unanswered = new Map(); // moves that are neither acknowledged nor refused, by their id
    this.acknowledged = 0;
    this.connections = 0;
    this.decided = null; // the number of the event after which we have chosen our last move
  }

  /** Until the game is over: its result. */
  async play() {
    for (let pause = 500; ; pause = Math.min(2 * pause, 8000)) {
      const before = this.seq;
      const code = await this.converse();
      if (this.state?.status === "over") return this.state.result;
      if (FOR_GOOD.includes(code)) throw new Error(`the server has closed the connection with ${code}`);
      if (this.seq !== before) pause = 500;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * pause)); // not all at once
    }
  }

  /** One connection, from hello to its end: the code with which it was closed. */
  converse() {
    return new Promise((resolve) => {
      const line = this.guest.dial();
      const end = (code) => {
        clearTimeout(this.alarm);
        this.line = null;
        line.onopen = line.onmessage = line.onclose = line.onerror = null;
        line.close();
        resolve(code);
      };
      line.onopen = () => {
        this.line = line;
        this.connections += 1;
        this.say({ t: "hello", room: this.room, token: this.token, ...(this.seq !== null && { last_seq: this.seq }) });
        for (const move of this.unanswered.values()) this.say(move); // the same id and the same base: played only once
      };
      line.onmessage = ({ data }) => {
        this.expectSomething(end);
        this.hear(JSON.parse(data));
        if (this.state?.status === "over") end(1000);
      };
      line.onclose = ({ code }) => end(code);
      line.onerror = () => end(1006);
      this.expectSomething(end);
    });
  }

  /** After ten seconds of silence we ask, after twenty the line is dead. */
  expectSomething(end) {
    clearTimeout(this.alarm);
    this.alarm = setTimeout(() => {
      this.say({ t: "ping" });
      this.alarm = setTimeout(() => end(1006), SILENCE_MS);
    }, SILENCE_MS);
  }

  say(message) {
    if (this.line?.readyState === WebSocket.OPEN) this.line.send(JSON.stringify(message));
  }

  hear(message) {
    switch (message.t) {
      case "snapshot":
        this.history = message.history;
        return this.adopt(message.seq, message.state);
      case "events":
        return this.follow(message);
      case "ack":
        this.acknowledged += this.unanswered.delete(message.id);
        return;
      case "reject":
        return this.refused(message);
    }
  }

  refused({ id, code, message }) {
    if (code === "storage") {
      setTimeout(() => this.unanswered.has(id) && this.say(this.unanswered.get(id)), 1000); // nothing has changed
      return;
    }
    this.unanswered.delete(id);
    // After `stale` and `not_your_turn` somebody decided meanwhile, and a state follows. Anything else is our mistake.
    if (code !== "stale" && code !== "not_your_turn") console.error(message);
  }

  follow({ seq, list, state }) {
    const last = seq + list.length - 1;
    if (this.seq !== null && seq > this.seq + 1) return this.say({ t: "sync", last_seq: this.seq });
    if (this.seq !== null && last < this.seq) return; // we have more than that
    for (const event of list.slice(this.seq === null ? 0 : this.seq + 1 - seq)) this.note(event);
    this.adopt(last, state);
  }

  /** The plies of the running game, as a snapshot would list them. */
  note(event) {
    if (event.kind === "started") this.history = [];
    else if (event.kind === "tookback") this.history.length = event.plies;
    else if (event.kind === "drew") this.history.push([-1, event.outcome ?? -1, event.text ?? ""]);
    else if (event.revealed) this.history.push(...event.revealed);
    else if (event.kind === "moved" && event.text !== undefined) {
      this.history.push([event.seat, event.action, event.text]);
    }
  }

  adopt(seq, state) {
    this.seq = seq;
    this.state = state;
    if (state.moves.length === 0 || this.unanswered.size > 0 || this.decided === seq) return;
    this.decided = seq;
    const id = crypto.randomUUID();
    const move = { t: "move", id, base: seq, action: this.choose(state) };
    this.unanswered.set(id, move);
    this.say(move);
  }
}

/** Whether the luck was fixed before the first move: the commitment is the SHA-256 of "nonce:seed". */
async function wasFair({ commitment, result }) {
  const bytes = new TextEncoder().encode(`${result.nonce}:${result.seed}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return commitment === Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function main(url, game, options) {
  const guest = new Guest(url);
  await guest.introduce("JavaScript");
  const { seats } = await guest.ask("POST", `/api/games/${game}/options`, options);
  const bots = Object.fromEntries(seats.slice(1).map((_, number) => [number + 1, "random"]));
  const ticket = await guest.ask("POST", "/api/rooms", { game, options, seat: 0, bots, ready: true });
  console.log(`seat ${seats[0]} of ${game}, room ${ticket.room}`);

  const seat = new Seat(guest, ticket, ({ moves }) => {
    const [action] = moves[Math.floor(Math.random() * moves.length)];
    return action;
  });
  const { reason, returns } = await seat.play();
  const { history, acknowledged, connections } = seat;
  const fair = await wasFair(seat.state);
  console.log(JSON.stringify({ room: ticket.room, reason, returns, fair, acknowledged, connections, history }));
}

const [url, game = "othello", options = "{}"] = process.argv.slice(2);
if (!url) {
  console.error("usage: node online_client.mjs URL [GAME] [OPTIONS]");
  process.exit(2);
}
if (typeof WebSocket === "undefined") {
  console.error(
    "this Node has no WebSocket: take Node 22 or newer, or node --experimental-websocket online_client.mjs ...",
  );
  process.exit(2);
}
await main(url, game, JSON.parse(options));
