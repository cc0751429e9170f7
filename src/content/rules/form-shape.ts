import { z } from 'zod'
import { ownValue } from '#shared/own-value.ts'

/** How a value is typed in a form, made from its schema. */
export type FormNode =
  | { readonly kind: 'text'; readonly isOptional: boolean }
  | { readonly kind: 'number'; readonly empty: 'refused' | 'left-out' | 'null' }
  | { readonly kind: 'flag'; readonly usual: boolean }
  | {
      readonly kind: 'choice'
      readonly choices: readonly string[]
      /** Left out where it is chosen; null without one. */
      readonly usual: string | null
    }
  /** Texts, one a line. */
  | { readonly kind: 'lines'; readonly isOptional: boolean }
  /** Rows of cells: a row a line, with `|` between cells. */
  | { readonly kind: 'grid' }
  | { readonly kind: 'group'; readonly isOptional: boolean; readonly fields: readonly FormField[] }
  | { readonly kind: 'list'; readonly item: FormNode }
  /** One of several groups, by its `kind`. */
  | { readonly kind: 'union'; readonly options: ReadonlyMap<string, FormGroup> }
  /** Always the same; no field. */
  | { readonly kind: 'fixed'; readonly value: unknown }

export interface FormField {
  readonly name: string
  readonly node: FormNode
}

export type FormGroup = Extract<FormNode, { readonly kind: 'group' }>

interface Given {
  readonly isOptional: boolean
  readonly isNullable: boolean
  readonly usual: unknown
}

const plain: Given = { isOptional: false, isNullable: false, usual: undefined }

const groupOf = (schema: z.ZodObject, isOptional: boolean): FormGroup => ({
  kind: 'group',
  isOptional,
  fields: Object.entries(schema.shape).map(([name, field]) => ({ name, node: formNode(field) })),
})

const unionOf = (schema: z.ZodDiscriminatedUnion): FormNode => ({
  kind: 'union',
  options: new Map(
    schema.options.flatMap((option) => {
      if (!(option instanceof z.ZodObject)) return []
      const { kind } = option.shape
      return kind instanceof z.ZodLiteral ? [[String(kind.value), groupOf(option, false)] as const] : []
    }),
  ),
})

const isText = (schema: unknown): boolean =>
  schema instanceof z.ZodString || schema instanceof z.ZodStringFormat

const arrayOf = ({ element }: z.ZodArray, isOptional: boolean): FormNode => {
  if (isText(element)) return { kind: 'lines', isOptional }
  if (element instanceof z.ZodArray) return { kind: 'grid' }
  return { kind: 'list', item: formNode(element) }
}

const numberOf = ({ isOptional, isNullable }: Given): FormNode => {
  if (isNullable) return { kind: 'number', empty: 'null' }
  return { kind: 'number', empty: isOptional ? 'left-out' : 'refused' }
}

const nodeOf = (schema: unknown, given: Given): FormNode => {
  const { isOptional, usual } = given
  if (schema instanceof z.ZodOptional) return nodeOf(schema.unwrap(), { ...given, isOptional: true })
  if (schema instanceof z.ZodNullable) return nodeOf(schema.unwrap(), { ...given, isNullable: true })
  if (schema instanceof z.ZodDefault)
    return nodeOf(schema.unwrap(), { ...given, usual: schema.def.defaultValue })
  if (schema instanceof z.ZodBoolean) return { kind: 'flag', usual: usual === true }
  if (schema instanceof z.ZodNumber)
    return numberOf({ ...given, isOptional: isOptional || usual !== undefined })
  if (schema instanceof z.ZodEnum)
    return {
      kind: 'choice',
      choices: schema.options.map(String),
      usual: typeof usual === 'string' ? usual : null,
    }
  if (schema instanceof z.ZodLiteral) return { kind: 'fixed', value: schema.value }
  if (schema instanceof z.ZodArray) return arrayOf(schema, isOptional)
  if (schema instanceof z.ZodDiscriminatedUnion) return unionOf(schema)
  if (schema instanceof z.ZodObject) return groupOf(schema, isOptional)
  return { kind: 'text', isOptional }
}

/** The form of a schema of the content: objects, lists, unions by `kind`, texts, numbers and flags. */
export const formNode = (schema: unknown): FormNode => nodeOf(schema, plain)

/** What is in the fields of a form, by their names: `items.0.title`. A flag that is set has any text. */
export type FormTexts = ReadonlyMap<string, string>

const at = (path: string, name: string | number): string => (path === '' ? String(name) : `${path}.${name}`)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const wordOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const cellText = (row: unknown): string => listOf(row).map(wordOf).join(' | ')

/** The texts of a value in the fields of its form. */
export const textsOfValue = (node: FormNode, value: unknown, path = ''): Map<string, string> => {
  const one = (text: string): Map<string, string> => new Map([[path, text]])
  switch (node.kind) {
    case 'fixed':
      return new Map()
    case 'flag':
      return (value ?? node.usual) === true ? one('on') : new Map()
    case 'choice':
      return one(wordOf(value ?? node.usual))
    case 'lines':
      return one(listOf(value).map(wordOf).join('\n'))
    case 'grid':
      return one(listOf(value).map(cellText).join('\n'))
    case 'group':
      return new Map(
        node.fields.flatMap((field) => [
          ...textsOfValue(
            field.node,
            isRecord(value) ? ownValue(value, field.name) : undefined,
            at(path, field.name),
          ),
        ]),
      )
    case 'list':
      return new Map(
        listOf(value).flatMap((item, place) => [...textsOfValue(node.item, item, at(path, place))]),
      )
    case 'union': {
      const kind = isRecord(value) ? wordOf(value['kind']) : ''
      const group = node.options.get(kind)
      return new Map([[at(path, 'kind'), kind], ...(group ? textsOfValue(group, value, path) : [])])
    }
    case 'text':
    case 'number':
      return one(wordOf(value))
  }
}

/** The positions of a list that have a field, in order. */
export const placesIn = (texts: FormTexts, path: string): readonly number[] => {
  const start = `${path}.`
  const places = new Set<number>()
  for (const name of texts.keys()) {
    const place = name.startsWith(start) ? name.slice(start.length).split('.')[0] : undefined
    if (place !== undefined && /^\d{1,3}$/.test(place)) places.add(Number(place))
  }
  return [...places].toSorted((a, b) => a - b)
}

const isEmptyIn = (texts: FormTexts, path: string): boolean =>
  texts.entries().every(([name, text]) => !name.startsWith(`${path}.`) || text.trim() === '')

const linesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const numberIn = (text: string, empty: 'refused' | 'left-out' | 'null'): unknown => {
  if (text === '') return empty === 'null' ? null : undefined
  return /^-?\d{1,9}(\.\d{1,4})?$/.test(text) ? Number(text) : text
}

const groupIn = (node: FormGroup, texts: FormTexts, path: string): unknown => {
  if (node.isOptional && isEmptyIn(texts, path)) return undefined
  const entries = node.fields.map(
    ({ name, node: field }) => [name, valueIn(field, texts, at(path, name))] as const,
  )
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** The value that the fields of a form say; undefined for what is left out. It is not checked by the schema yet. */
export const valueIn = (node: FormNode, texts: FormTexts, path = ''): unknown => {
  const text = (texts.get(path) ?? '').replaceAll('\r\n', '\n').trim()
  switch (node.kind) {
    case 'fixed':
      return node.value
    case 'flag':
      return texts.has(path) === node.usual ? undefined : texts.has(path)
    case 'choice':
      return text === (node.usual ?? '') ? undefined : text
    case 'lines':
      return node.isOptional && text === '' ? undefined : linesIn(text)
    case 'grid':
      return linesIn(text).map((line) => line.split('|').map((cell) => cell.trim()))
    case 'group':
      return groupIn(node, texts, path)
    case 'list':
      return placesIn(texts, path).map((place) => valueIn(node.item, texts, at(path, place)))
    case 'union': {
      const group = node.options.get(texts.get(at(path, 'kind')) ?? '')
      return group ? groupIn(group, texts, path) : {}
    }
    case 'text':
      return node.isOptional && text === '' ? undefined : text
    case 'number':
      return numberIn(text, node.empty)
  }
}

/** A value with every field of its form empty, for a new item; a union starts as its option of `kind`. */
export const emptyValue = (node: FormNode, kind?: string): unknown => {
  if (node.kind === 'union') {
    const name = kind ?? [...node.options.keys()][0] ?? ''
    const group = node.options.get(name)
    return { kind: name, ...(group ? asRecord(emptyValue(group)) : {}) }
  }
  if (node.kind !== 'group') return node.kind === 'fixed' ? node.value : ''
  return Object.fromEntries(
    node.fields.flatMap(({ name, node: field }) => {
      if (field.kind === 'group' && !field.isOptional) return [[name, emptyValue(field)]]
      if (field.kind === 'list') return [[name, [emptyValue(field.item)]]]
      return field.kind === 'fixed' ? [[name, field.value]] : []
    }),
  )
}

const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
