import { emptyValue, placesIn, textsOfValue } from './form-shape.ts'
import type { FormNode, FormTexts } from './form-shape.ts'

/** An action on a list inside of a form, as its button says it: `add items`, `up items.2`, `remove items.0.blocks.1`. */
const pattern = /^(add|up|down|remove) ([\w.-]+)$/

/** The node at a path of a form; null where there is none. */
const nodeAt = (node: FormNode, texts: FormTexts, path: readonly string[], name = ''): FormNode | null => {
  const [first, ...rest] = path
  if (first === undefined) return node
  const inner = name === '' ? first : `${name}.${first}`
  if (node.kind === 'list') return /^\d+$/.test(first) ? nodeAt(node.item, texts, rest, inner) : null
  const group =
    node.kind === 'union' ? node.options.get(texts.get(name === '' ? 'kind' : `${name}.kind`) ?? '') : node
  if (group?.kind !== 'group') return null
  const field = group.fields.find((one) => one.name === first)
  return field ? nodeAt(field.node, texts, rest, inner) : null
}

const withMovedPlaces = (texts: FormTexts, list: string, order: readonly number[]): Map<string, string> => {
  const start = `${list}.`
  const others = [...texts].filter(([name]) => !name.startsWith(start))
  const items = order.flatMap((from, to) =>
    [...texts]
      .filter(([name]) => name === `${start}${from}` || name.startsWith(`${start}${from}.`))
      .map(([name, text]) => [`${start}${to}${name.slice(`${start}${from}`.length)}`, text] as const),
  )
  return new Map([...others, ...items])
}

const swapped = (order: readonly number[], at: number, other: number): readonly number[] => {
  const [one, two] = [order[at], order[other]]
  return one === undefined || two === undefined ? order : order.with(at, two).with(other, one)
}

/**
 * The texts of a form after a button of one of its lists: with an empty item more, one less, or two in each other's place. Nothing
 * else that was typed changes. `kind` is of a new item where there are several.
 */
export const afterListAction = (
  node: FormNode,
  texts: FormTexts,
  action: string,
  kind?: string,
): FormTexts => {
  const [, verb, path = ''] = pattern.exec(action) ?? []
  if (verb === undefined) return texts
  if (verb === 'add') {
    const list = nodeAt(node, texts, path.split('.'))
    if (list?.kind !== 'list') return texts
    const order = placesIn(texts, path)
    const item = textsOfValue(list.item, emptyValue(list.item, kind), `${path}.${order.length}`)
    return new Map([...withMovedPlaces(texts, path, order), ...item])
  }
  const list = path.split('.').slice(0, -1).join('.')
  const order = placesIn(texts, list)
  const at = order.indexOf(Number(path.split('.').at(-1)))
  if (at === -1) return texts
  if (verb === 'remove') return withMovedPlaces(texts, list, order.toSpliced(at, 1))
  return withMovedPlaces(texts, list, swapped(order, at, verb === 'up' ? at - 1 : at + 1))
}
