import { createStore } from 'zustand/vanilla';
import type { LanguagesStore } from './languages.ts';

/** What the page has to say that is neither the session's nor the settings' affair. */
export interface PageState {
  /** Why the work is not stored as usual; null: all is well. */
  readonly storageProblem: PageStorageProblem | null;
  /** The same of prompt, model and keys. */
  readonly settingsProblem: PageStorageProblem | null;
  /** A newer version of the page is there: starts it and loads the page anew. Never without the person's word. */
  readonly applyUpdate: (() => void) | null;
  /** An error that nobody expected, in its own words. */
  readonly bug: string | null;
  /** Why a project file was not opened. */
  readonly refusal: string | null;
  /** How the work is shown once there are batches: as the texts of the panels, or line by line. */
  readonly view: ViewName;
  /** What is being typed over a line; part of its batch's output once it is committed. */
  readonly draft: LineDraft | null;
  /** The batch that the view of lines is to bring into sight; another object each time. */
  readonly goTo: { readonly batch: number } | null;
}

export interface LineDraft {
  readonly number: number;
  /** Of the line, so that it is known again: another film has the same numbers. */
  readonly original: string;
  /** The translation that it was begun on: with another one it is out of date. */
  readonly base: string;
  readonly text: string;
}

export type ViewName = (typeof VIEW_NAMES)[number];
export const VIEW_NAMES = ['text', 'lines'] as const;

export interface PageStorageProblem {
  readonly kind: 'full' | 'unavailable' | 'newer-version' | 'other-tab';
  /** Where the work is kept instead; missing: nowhere but in what was stored before. */
  readonly keptIn?: 'indexed-db' | 'memory';
}

export const createPageState = () =>
  createStore<PageState>(() => ({
    storageProblem: null,
    settingsProblem: null,
    applyUpdate: null,
    bug: null,
    refusal: null,
    view: 'text',
    draft: null,
    goTo: null,
  }));
export type PageStore = ReturnType<typeof createPageState>;

/** Commands of the page that reach beyond session and settings. Made by main.ts. */
export interface PageCommands {
  /** Saves the whole work as one file, without keys. */
  saveProject(): void;
  /** Opens such a file in place of the work; a sentence for people if it cannot be used, and then nothing changes. */
  openProject(text: string): string | undefined;
  /**
   * Takes the run from the tab that holds it, once that one has stored everything. "refused": it cannot; "given-up": a third
   * tab has asked later.
   */
  takeOver(): Promise<'held' | 'refused' | 'given-up'>;
  /** Languages and the person's own prompts; their code is loaded with them. */
  languages(): Promise<LanguagesStore>;
  /** Shows the demo in place of the work, which is untouched; missing in the demo itself. */
  startDemo?(): void;
  /** Back to the work; missing outside of the demo. */
  leaveDemo?(): void;
}
