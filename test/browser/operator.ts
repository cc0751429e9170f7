import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { OperatorReply } from './operator-process.ts'
import type { RunningShop } from './shop-child.ts'

/** A running shop to which operators give commands. */
export type ShopToAsk = Pick<RunningShop, 'url' | 'env'>

/** One process for all commands to a shop: to load the shop takes longer than most of them. By the shop's environment. */
const processes = new WeakMap<NodeJS.ProcessEnv, ChildProcess>()

const processFor = ({ env }: ShopToAsk): ChildProcess => {
  const running = processes.get(env)
  if (running?.connected) return running
  const child = fork(join(import.meta.dirname, 'operator-process.ts'), { env, execArgv: [] })
  // It ends with this process, and does not keep it.
  child.unref()
  child.channel?.unref()
  processes.set(env, child)
  return child
}

let lastNumber = 0

const replyOf = (child: ChildProcess, args: readonly string[]): Promise<OperatorReply> => {
  const number = (lastNumber += 1)
  const { promise, resolve, reject } = Promise.withResolvers<OperatorReply>()
  const listen = (reply: OperatorReply): void => {
    if (reply.number === number) resolve(reply)
  }
  const end = (): void => reject(new Error(`the process ended during ${args.join(' ')}`))
  child.on('message', listen)
  child.once('exit', end)
  child.channel?.ref()
  child.send({ number, args })
  return promise.finally(() => {
    child.off('message', listen)
    child.off('exit', end)
    child.channel?.unref()
  })
}

/** What an operator's command printed. Throws what it said when it was refused. */
export const shopCommand = async (shop: ShopToAsk, ...args: readonly string[]): Promise<string> => {
  const { code, printed } = await replyOf(processFor(shop), args)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${printed}`)
  return printed
}
