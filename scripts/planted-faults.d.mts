export interface PlantedFault {
  /** In src/. */
  readonly file: string;
  /** What the fault replaces. */
  readonly find: string;
}
export const FAULTS: readonly PlantedFault[];
