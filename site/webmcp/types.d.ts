/// <reference types="webmcp-types" />

/** Declarative form tools, which `webmcp-types` lacks. */
interface SubmitEvent {
  /** Whether an agent's call is waiting for this form to be submitted. */
  readonly agentInvoked?: boolean;
  /** Answers that call; only after preventDefault(). */
  respondWith?(answer: unknown): void;
}

declare namespace astroHTML.JSX {
  interface FormHTMLAttributes {
    toolname?: string;
    tooltitle?: string;
    tooldescription?: string;
  }
  interface InputHTMLAttributes {
    toolparamdescription?: string;
  }
  interface TextareaHTMLAttributes {
    toolparamdescription?: string;
  }
  interface FieldsetHTMLAttributes {
    toolparamdescription?: string;
  }
}
