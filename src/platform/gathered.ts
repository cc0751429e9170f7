interface Flight<Key, Value> {
  readonly keys: Set<Key>
  readonly answers: Promise<(key: Key) => Promise<Value | undefined>>
}

type Handle<Key, Value> = (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>

/** When a group fails, its members are run one by one, so that each caller gets only its own error. */
const handleAll = async <Key, Value>(handle: Handle<Key, Value>, keys: readonly Key[]) => {
  try {
    const values = await handle(keys)
    return async (key: Key) => values.get(key)
  } catch (thrown) {
    if (keys.length === 1) throw thrown
    return async (key: Key) => (await handle([key])).get(key)
  }
}

/**
 * Does what is asked for within one turn of the event loop together, each key once; resolves with the value of a key, undefined
 * for one without. Jobs of a batch share their reads and writes by it. `handle` is called again with a key alone when all
 * together fail, so it must be repeatable. `oneAtATime`: what is asked for while others are handled is gathered until they are
 * done, as for writes, of which each waits for the disk.
 */
export const gathered = <Key, Value>(
  handle: Handle<Key, Value>,
  { oneAtATime = false }: { readonly oneAtATime?: boolean } = {},
): ((key: Key) => Promise<Value | undefined>) => {
  let flight: Flight<Key, Value> | null = null
  let last: Promise<unknown> = Promise.resolve()
  const depart = (): Flight<Key, Value> => {
    const keys = new Set<Key>()
    const turnEnds = new Promise<void>((resolve) => process.nextTick(resolve))
    const answers = Promise.all([turnEnds, oneAtATime ? last : undefined]).then(() => {
      flight = null
      return handleAll(handle, [...keys])
    })
    last = answers.catch(() => undefined)
    return { keys, answers }
  }
  return async (key) => {
    flight ??= depart()
    flight.keys.add(key)
    return (await flight.answers)(key)
  }
}

/**
 * Waits for steps whose statements travel together, because they are called in one turn. Fails as the first of them in this order
 * that failed, and only when none of them continues.
 */
export const together = async <const Steps extends readonly Promise<unknown>[]>(
  steps: Steps,
): Promise<{ -readonly [Step in keyof Steps]: Awaited<Steps[Step]> }> => {
  for (const step of await Promise.allSettled(steps)) if (step.status === 'rejected') throw step.reason
  return Promise.all(steps)
}
