/** Memoizes `make` by its arguments: resources that many calls only read may take long to create. */
export const kept = <Given extends unknown[], T>(
  make: (...given: Given) => Promise<T>,
): ((...given: Given) => Promise<T>) => {
  const made = new Map<string, Promise<T>>()
  return (...given) => {
    const name = JSON.stringify(given)
    const thing = made.get(name) ?? make(...given)
    made.set(name, thing)
    return thing
  }
}
