import { flushCompileCache } from 'node:module'
import type { Sandbox } from './server.ts'

/** A sandbox as a process. */
interface SandboxProcess {
  /** As in `The sandbox processor could not start.` */
  readonly name: string
  /** The variable with its port. */
  readonly portVariable: string
  readonly start: () => Promise<Sandbox>
}

const sentenceOf = (thrown: unknown, variable: string): string => {
  if (thrown instanceof Error && 'port' in thrown && 'code' in thrown && thrown.code === 'EADDRINUSE')
    return `Port ${String(thrown.port)} is already in use; set ${variable} to another one.`
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** Runs until it gets a signal or its parent is gone; says to its parent when it listens. */
export const runSandbox = async ({ name, portVariable, start }: SandboxProcess): Promise<void> => {
  try {
    const sandbox = await start()
    const stop = (): void => {
      void sandbox.stop().finally(() => process.exit(0))
    }
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
    // The channel closes when the parent process is gone, in any way.
    process.once('disconnect', stop)
    // Now and not at the end, which may be a kill.
    flushCompileCache()
    process.send?.({ ready: true, port: sandbox.port, url: sandbox.url })
  } catch (thrown) {
    process.stderr.write(`The ${name} could not start. ${sentenceOf(thrown, portVariable)}\n`)
    process.exit(1)
  }
}
