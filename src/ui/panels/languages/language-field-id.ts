export const languageFieldId = (label: string): string => `language-${label}`;
