/** Systems of writing by their names in ISO 15924; Kana stands for both syllabaries of Japanese. */
export type Script = 'Latn' | 'Grek' | 'Cyrl';
