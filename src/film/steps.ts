/**
 * The registry of the commands that Undo takes back, each with the kind of its step: what the step stores, and what undoing it brings back.
 * ui/words/undo-words.ts has their words.
 */
const STEPS = {
  restart: 'film',
  'open-project': 'film',
  'open-original': 'film',
  // Another film over a finished one.
  'open-next': 'film',
  'clear-original': 'film',
  'mend-original': 'film',
  // Undo itself, where it brings back a film in place of newer work.
  'bring-back': 'film',
  // Commands that throw away the output of one batch, or of several.
  'translate-again': 'batch',
  'fill-gaps': 'batch',
  'bring-back-batch': 'batch',
  'translate-together': 'batches',
  'bring-back-together': 'batches',
  // Of the result, too: what is typed there is typed in the lines.
  'change-lines': 'lines',
  // The proposal of notes was put away.
  'drop-reading': 'reading',
  'change-notes': 'notes',
} as const;

type StepKind = (typeof STEPS)[StepCommand];
export type StepCommand = keyof typeof STEPS;
/** The commands whose steps are of this kind. */
export type CommandOf<Kind extends StepKind> = {
  [Command in StepCommand]: (typeof STEPS)[Command] extends Kind ? Command : never;
}[StepCommand];

export const STEP_COMMANDS = Object.keys(STEPS) as readonly StepCommand[];

export const isCommandOf = <Kind extends StepKind>(
  command: StepCommand,
  ...kinds: readonly Kind[]
): command is CommandOf<Kind> => (kinds as readonly StepKind[]).includes(STEPS[command]);

/** For the schemas of stored steps. */
export const commandsOf = <Kind extends StepKind>(...kinds: readonly Kind[]): readonly CommandOf<Kind>[] =>
  STEP_COMMANDS.filter((command) => isCommandOf(command, ...kinds));
