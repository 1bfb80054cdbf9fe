/** The texts of a TypeScript source that the page can show, in their order. `isPage` (default true): the source may contain elements. */
export function textsOf(source: string, isPage?: boolean): { readonly line: number; readonly text: string }[];
