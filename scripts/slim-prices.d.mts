type Row = readonly (string | number)[];

interface SlimTable {
  readonly source: string;
  readonly date: string;
  readonly endpoints: Readonly<Record<string, readonly Row[]>>;
}

export const TABLE_PATH: string;
export function slimTable(): SlimTable;
export function asText(table: SlimTable): string;
