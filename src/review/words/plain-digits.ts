/** European digits in place of other scripts'. In Unicode each script's digits stand in a row from 0 to 9. */
export const withPlainDigits = (text: string): string =>
  text.replace(/[^\P{Nd}\d]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let value = 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
    return String(value);
  });
