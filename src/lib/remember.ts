/** The same function, which gives its last result again, the same object, when it is called with the same arguments. */
export function remember<Inputs extends readonly unknown[], Output>(
  make: (...inputs: Inputs) => Output,
): (...inputs: Inputs) => Output {
  let last: { readonly inputs: Inputs; readonly output: Output } | undefined;
  return (...inputs) => {
    const known = last?.inputs;
    if (last === undefined || inputs.some((input, index) => !Object.is(input, known?.[index]))) {
      last = { inputs, output: make(...inputs) };
    }
    return last.output;
  };
}
