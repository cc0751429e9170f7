import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { RunningShop } from './shop-child.ts'

/** The child processes of a process, with the command of each. */
const childrenOf = (pid: number): { pid: number; command: string }[] => {
  if (process.platform !== 'linux') {
    const listed = execFileSync('ps', ['-axo', 'ppid=,pid=,command='], { encoding: 'utf8' })
    return [...listed.matchAll(/^ *(\d+) +(\d+) +(.*)$/gm)]
      .filter(([, parent]) => Number(parent) === pid)
      .map(([, , child, command = '']) => ({ pid: Number(child), command }))
  }
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/)
  return children.map((child) => ({
    pid: Number(child),
    command: readFileSync(`/proc/${child}/cmdline`, 'utf8'),
  }))
}

/**
 * Stops the sandbox processor of a shop, so that no charge is answered until the returned function is called: it
 * continues with everything that was requested meanwhile.
 */
export const holdProcessor = (shop: RunningShop): (() => void) => {
  const found = childrenOf(shop.pid).find(({ command }) => command.includes('sandbox-processor'))
  if (!found) throw new Error('the shop has no sandbox processor')
  process.kill(found.pid, 'SIGSTOP')
  return () => process.kill(found.pid, 'SIGCONT')
}
