// A question to the engine: asked once one stays with it, and forgotten when something else is in view.

export class Question<Subject, Answer> {
  private subject: Subject | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly ask: (subject: Subject) => Promise<Answer>,
    private readonly heard: (answer: Answer, subject: Subject) => void,
  ) {}

  /** Whether an answer is waited for. */
  get isOpen(): boolean {
    return this.subject !== null;
  }

  /** What was asked before is not waited for any more. */
  put(subject: Subject, pause = 0): void {
    this.drop();
    this.subject = subject;
    if (pause > 0) this.timer = setTimeout(() => void this.send(subject), pause);
    else void this.send(subject);
  }

  drop(): void {
    clearTimeout(this.timer);
    this.subject = null;
  }

  private async send(subject: Subject): Promise<void> {
    const answer = await this.ask(subject);
    if (subject !== this.subject) return;
    this.subject = null;
    this.heard(answer, subject);
  }
}
