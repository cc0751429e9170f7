import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { z } from 'zod'

const Answer = z.union([
  z.object({ id: z.int(), result: z.unknown() }),
  z.object({ id: z.int(), fault: z.string() }),
])

/** A process of the bench that does one task after another. */
export interface BenchChild {
  readonly pid: number
  /** Sends a task and resolves with what came of it; rejects with the child's own words. */
  readonly send: (task: object) => Promise<unknown>
  readonly end: () => Promise<void>
}

/** Starts a file of this folder as a process of its own. */
export const startChild = (
  file: string,
  environment: Readonly<Record<string, string>> = {},
  nodeFlags: readonly string[] = [],
): BenchChild => {
  const child = fork(join(import.meta.dirname, file), {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    execArgv: [...nodeFlags],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0
  child.on('message', (message) => {
    const answer = Answer.parse(message)
    const pending = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('fault' in answer) pending?.reject(new Error(`${file}: ${answer.fault}`))
    else pending?.resolve(answer.result)
  })
  child.once('exit', (code) => {
    for (const pending of waiting.values()) pending.reject(new Error(`${file} ended with ${code}`))
  })
  return {
    pid: child.pid ?? 0,
    send: (task) => {
      last += 1
      const pending = Promise.withResolvers<unknown>()
      waiting.set(last, pending)
      child.send({ id: last, task })
      return pending.promise
    },
    end: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

const TaskMessage = z.object({ id: z.int(), task: z.unknown() })

/** The child's side: answers each task with what `run` makes of it, and ends with its parent. */
export const answerTasks = (run: (task: unknown) => Promise<unknown>): void => {
  process.on('message', (message) => {
    const { id, task } = TaskMessage.parse(message)
    run(task).then(
      (result) => process.send?.({ id, result: result ?? null }),
      (thrown: unknown) => {
        const fault = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
        process.send?.({ id, fault })
      },
    )
  })
  process.once('disconnect', () => process.exit(0))
}
