/** The promise's value, or `otherwise` when the promise rejects or takes longer than `ms` milliseconds. */
export function within<T, U>(ms: number, promise: Promise<T>, otherwise: U): Promise<T | U> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(otherwise), ms);
    promise.then(resolve, () => resolve(otherwise)).finally(() => clearTimeout(timer));
  });
}
