/** The lines of --json, one object each. Known fields stay the same in later versions; new ones may come. Times in ms since 1970, money in US dollars. */
export type RunLine =
  | {
      readonly event: 'start';
      readonly version: 1;
      readonly tool: string;
      readonly model: string;
      readonly files: number;
      readonly at: number;
    }
  | {
      readonly event: 'opened';
      readonly file: string;
      readonly format: string;
      readonly phrases: number;
      /** BCP 47; null: unclear. */
      readonly language: string | null;
    }
  | {
      readonly event: 'priced';
      readonly file: string;
      readonly phrases: number;
      readonly requests: number;
      readonly tokens: { readonly input: number; readonly output: number };
      /** null: the model's price is unknown. */
      readonly low: number | null;
      readonly high: number | null;
      readonly currency: 'USD';
    }
  | {
      readonly event: 'batch';
      readonly file: string;
      readonly n: number;
      readonly of: number;
      readonly cost: number;
    }
  | {
      readonly event: 'failed';
      readonly file: string;
      /** From 1; undefined, and missing in the line: the event is about the whole film. */
      readonly batch: number | undefined;
      readonly message: string;
    }
  | { readonly event: 'wait'; readonly file: string; readonly until: number; readonly reason: string }
  | { readonly event: 'note'; readonly code: string; readonly message: string; readonly file?: string }
  | { readonly event: 'written'; readonly file: string; readonly output: string }
  | { readonly event: 'skipped'; readonly file: string; readonly reason: string }
  | {
      readonly event: 'finished';
      readonly file: string;
      readonly lines: number;
      readonly doubtful: number;
      readonly fits: number;
      readonly cost: number;
    }
  | {
      readonly event: 'end';
      readonly code: number;
      readonly written: number;
      readonly skipped: number;
      readonly failed: number;
      readonly cost: number;
      readonly tokens: { readonly input: number; readonly output: number };
    };
