/** One value that is kept between visits. Neither call throws: without a storage nothing is kept. */
export interface KeptValue<T> {
  /** As it is stored now; its default where it is absent or broken. */
  read(): T;
  write(value: T): void;
}
