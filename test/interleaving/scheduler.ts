import { setTimeout as sleep } from 'node:timers/promises'

/** A place where an action waits for its turn: a statement, or a request to the processor. */
export interface Point {
  readonly actor: string
  readonly kind: 'statement' | 'request'
  /** The first words of the statement, or method and path of the request. */
  readonly name: string
}

/** Answers which of the actors that wait for a turn gets it. */
export type Choose = (ready: readonly Point[], isDone: (actor: string) => boolean) => string

interface Waiting {
  readonly point: Point
  readonly go: () => void
}

interface Actor {
  readonly waiting: Waiting[]
  /** Database processes that run a statement of this actor at this moment; 0 is a request. */
  readonly running: Set<{ readonly pid: number }>
  isDone: boolean
  steps: number
  /** When it last did anything, in milliseconds of the machine. */
  lastSeen: number
}

/** Which of these database processes wait for a lock of another one. */
export type WaitsForLock = (pids: readonly number[]) => Promise<ReadonlySet<number>>

/** An actor without a turn to take that does nothing for this long sleeps: it waits for time or for another actor. */
const asleepAfterMs = 120
/** When no actor moves for this long, something hangs. */
const stuckAfterMs = 60_000

const newActor = (): Actor => ({
  waiting: [],
  running: new Set(),
  isDone: false,
  steps: 0,
  lastSeen: performance.now(),
})

/**
 * Decides which of several actions continues, at every statement and every request of each. One statement runs at a
 * time, except that one which waits for a lock keeps waiting while the others continue.
 */
export const createScheduler = (waitsForLock: WaitsForLock) => {
  const actors = new Map<string, Actor>()
  const trace: string[] = []
  let isOpen = true
  let changed = Promise.withResolvers<void>()
  const change = (actor: Actor): void => {
    actor.lastSeen = performance.now()
    changed.resolve()
    changed = Promise.withResolvers<void>()
  }

  /** Waits for this point's turn; the returned function says that it has been carried out. */
  const arrive = async (point: Point, pid: number): Promise<() => void> => {
    const actor = actors.get(point.actor)
    if (isOpen || !actor || actor.isDone) return () => undefined
    await new Promise<void>((go) => {
      actor.waiting.push({ point, go })
      change(actor)
    })
    const entry = { pid }
    actor.running.add(entry)
    return () => {
      actor.running.delete(entry)
      change(actor)
    }
  }

  const runningPids = (): number[] =>
    [...actors.values()].flatMap(({ running }) => [...running].map(({ pid }) => pid))

  const isSettled = (actor: Actor, blocked: ReadonlySet<number>, now: number): boolean => {
    if (actor.isDone) return true
    const pids = [...actor.running].map(({ pid }) => pid)
    if (pids.some((pid) => !blocked.has(pid))) return false
    return actor.waiting.length > 0 || pids.length > 0 || now - actor.lastSeen > asleepAfterMs
  }

  /** Waits until each actor is done, waits for a turn, waits for a lock, or sleeps. */
  const settle = async (): Promise<void> => {
    for (let rounds = 0; ; rounds += 1) {
      const pids = runningPids()
      // An answer is usually there within the first milliseconds; only then is it worth to ask who waits for whom.
      const blocked = pids.length > 0 && rounds > 1 ? await waitsForLock(pids) : new Set<number>()
      const now = performance.now()
      if ([...actors.values()].every((actor) => isSettled(actor, blocked, now))) return
      await Promise.race([changed.promise, sleep(3)])
    }
  }

  const grant = (choose: Choose): boolean => {
    const ready = [...actors.values()].flatMap(({ waiting }) => waiting.slice(0, 1).map(({ point }) => point))
    if (ready.length === 0) return false
    const chosen = actors.get(choose(ready, (name) => actors.get(name)?.isDone ?? true))
    const next = chosen?.waiting.shift()
    if (!chosen || !next) throw new Error('an actor was chosen that does not wait for a turn')
    chosen.steps += 1
    chosen.lastSeen = performance.now()
    trace.push(`${next.point.actor}: ${next.point.name}`)
    next.go()
    return true
  }

  const start = (name: string, action: () => Promise<unknown>): Promise<void> => {
    const actor = newActor()
    actors.set(name, actor)
    return action().then(
      () => {
        actor.isDone = true
        trace.push(`${name}: done`)
        change(actor)
      },
      (thrown: unknown) => {
        actor.isDone = true
        trace.push(`${name}: threw ${String(thrown)}`)
        change(actor)
      },
    )
  }

  const allDone = (): boolean => [...actors.values()].every(({ isDone }) => isDone)

  return {
    arrive,
    trace,
    note: (line: string): void => void trace.push(line),
    /** Runs the actions against each other; resolves when all of them have ended, returns how many turns each had. */
    run: async (
      actions: Readonly<Record<string, () => Promise<unknown>>>,
      choose: Choose,
    ): Promise<Record<string, number>> => {
      actors.clear()
      trace.length = 0
      isOpen = false
      const ended = Object.entries(actions).map(([name, action]) => start(name, action))
      let movedAt = performance.now()
      while (!allDone()) {
        await settle()
        // An actor that gets its turn continues within this tick.
        if (grant(choose)) movedAt = performance.now()
        else if (performance.now() - movedAt > stuckAfterMs)
          throw new Error(`nobody moves:\n${trace.join('\n')}`)
        else await sleep(3)
        await Promise.resolve()
      }
      isOpen = true
      await Promise.all(ended)
      return Object.fromEntries([...actors].map(([name, { steps }]) => [name, steps]))
    },
  }
}

export type Scheduler = ReturnType<typeof createScheduler>
