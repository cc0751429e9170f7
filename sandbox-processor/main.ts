import { flushCompileCache } from 'node:module'
import { realMachine } from './machine.ts'
import { startSandbox } from './sandbox.ts'
import { readSettings } from './settings.ts'
import { webhookSender } from './webhook-sender.ts'

const sentenceOf = (thrown: unknown, port: string): string => {
  if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EADDRINUSE')
    return `Port ${port} is already in use; set SANDBOX_PORT to another one.`
  return thrown instanceof Error ? thrown.message : String(thrown)
}

const start = async (): Promise<void> => {
  const settings = readSettings(process.env)
  const send = settings.webhookUrl === null ? null : webhookSender(settings.webhookUrl)
  const sandbox = await startSandbox(settings, realMachine, send)
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
}

start().catch((thrown: unknown) => {
  process.stderr.write(
    `The sandbox processor could not start. ${sentenceOf(thrown, process.env['SANDBOX_PORT'] ?? '3001')}\n`,
  )
  process.exit(1)
})
