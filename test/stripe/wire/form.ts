import { StripeFault } from './stripe-fault.ts'

/** A request's parameters as they came: every leaf is text. */
export interface FormTree {
  readonly [name: string]: string | FormTree
}

type Node = Map<string, string | Node>

const segmentsOf = (key: string): string[] => {
  const shape = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key)
  const [, first, rest = ''] = shape ?? []
  if (first === undefined)
    throw StripeFault.invalid(
      `Invalid request (check that your POST content type is application/x-www-form-urlencoded).`,
    )
  return [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, inner = '']) => inner)]
}

const childOf = (node: Node, name: string): Node => {
  const present = node.get(name)
  if (present instanceof Map) return present
  const child: Node = new Map()
  node.set(name, child)
  return child
}

const put = (root: Node, segments: readonly string[], value: string): void => {
  const node = segments
    .slice(0, -1)
    .reduce((at, segment) => childOf(at, segment === '' ? String(at.size) : segment), root)
  const last = segments.at(-1) ?? ''
  node.set(last === '' ? String(node.size) : last, value)
}

const plain = (node: Node): FormTree =>
  Object.fromEntries(
    [...node].map(([name, value]) => [name, typeof value === 'string' ? value : plain(value)]),
  )

/** Reads `a[b][0]=c` as Stripe does; a list is a hash whose names are 0, 1, 2. */
export const parseForm = (text: string): FormTree => {
  const root: Node = new Map()
  for (const [key, value] of new URLSearchParams(text)) put(root, segmentsOf(key), value)
  return plain(root)
}
