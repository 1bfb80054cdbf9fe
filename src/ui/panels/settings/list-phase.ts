/** Of the list of models. "wanted": the dropdown was pressed, and the list's code may still be on its way. */
export type ListPhase = 'closed' | 'wanted' | 'open';
