/** Makes a thing once for each of its arguments: what many calls only read may take long to make. */
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
