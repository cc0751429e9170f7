/**
 * What `make` returns, made once in a turn of the event loop: requests that arrived together share it. For what may be as old as
 * the answer to another request of that turn, such as the time.
 */
export const oncePerTurn = <Value>(make: () => Value): (() => Value) => {
  let made: { readonly value: Value } | null = null
  const forget = (): void => {
    made = null
  }
  return () => {
    if (made === null) {
      made = { value: make() }
      setImmediate(forget)
    }
    return made.value
  }
}
