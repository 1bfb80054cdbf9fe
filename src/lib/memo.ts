/** Computes the output of each object once. Objects of the state never change. */
export function memoizeByObject<Input extends object, Output>(
  make: (input: Input) => Output,
): (input: Input) => Output {
  const made = new WeakMap<Input, { readonly output: Output }>();
  return (input) => {
    const known = made.get(input) ?? { output: make(input) };
    made.set(input, known);
    return known.output;
  };
}

/** Remembers the last call. Equal arguments return the same result object. */
export function memoizeLast<Inputs extends readonly unknown[], Output>(
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

/** Remembers the outputs of the last different inputs, at most `most` of them. */
export function memoizeRecent<Input, Output>(most: number, make: (input: Input) => Output): (input: Input) => Output {
  let recent: readonly { readonly input: Input; readonly output: Output }[] = [];
  return (input) => {
    const known = recent.find((each) => each.input === input) ?? { input, output: make(input) };
    recent = [known, ...recent.filter((each) => each !== known)].slice(0, most);
    return known.output;
  };
}

/** Makes a value at the first call and returns it to all calls. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** True if two objects with the same keys have identical values. */
export const haveSameValues = <Each extends object>(one: Each, other: Each): boolean =>
  (Object.keys(one) as (keyof Each)[]).every((key) => Object.is(one[key], other[key]));

/** Loads at the first call. All callers share the promise. After a rejection the next call loads again. */
export function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
