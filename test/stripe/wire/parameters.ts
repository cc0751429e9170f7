import { z } from 'zod'
import type { FormTree } from './form.ts'
import { StripeFault } from './stripe-fault.ts'

/** The values that the SDK names of an enum, without the open end that it leaves for future ones. */
export type Named<T> = T extends string ? (string extends T ? never : T) : never

/** A value in quotes, as an issue's message that `faultOf` reads. */
const message = { integer: 'integer', boolean: 'boolean', unmodelled: 'unmodelled' } as const

export const text = z.string().min(1)

export const integer = z
  .string()
  .regex(/^-?\d+$/, message.integer)
  .transform(Number)

export const boolean = z
  .string()
  .regex(/^(true|false)$/, message.boolean)
  .transform((value) => value === 'true')

/** Every value that the SDK names has to be listed: one that is missing or foreign does not compile. */
export const oneOf = <T>(values: { readonly [V in Named<T>]: V }) => z.enum(values)

/** The empty string unsets a value. */
export const emptyable = <T extends z.ZodType>(schema: T) => z.union([schema, z.literal('')])

export const listOf = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) =>
      value !== null &&
      typeof value === 'object' &&
      Object.keys(value).every((name, index) => name === String(index))
        ? Object.values(value)
        : value,
    z.array(schema),
  )

/** In the SDK's type, but nothing here depends on it yet: it is refused in words that are not Stripe's. */
export const unmodelled = z.custom<never>(() => false, message.unmodelled).optional()

export const metadata = z.record(z.string().max(40), z.string().max(500))

export const expand = listOf(text).optional()

export const address = z.strictObject({
  city: z.string().optional(),
  country: z.string().optional(),
  line1: z.string().optional(),
  line2: z.string().optional(),
  postal_code: z.string().optional(),
  state: z.string().optional(),
})

export const range = z.union([
  z.strictObject({
    gt: integer.optional(),
    gte: integer.optional(),
    lt: integer.optional(),
    lte: integer.optional(),
  }),
  integer,
])

export const pagination = {
  limit: integer.pipe(z.number().min(1).max(100)).optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
}

type Shape<P> = {
  [K in keyof Required<P>]: object extends Pick<P, K>
    ? z.ZodOptional<z.ZodType<Exclude<P[K], undefined>>>
    : z.ZodType<P[K]>
}

/**
 * The parameters of a call: exactly the names of the SDK's type `P`, each read to a value of its type, required where
 * it is required there. Anything else does not compile.
 */
export const parameters =
  <P>() =>
  <S extends Shape<P> & { [K in Exclude<keyof S, keyof P>]: never }>(shape: S) =>
    z.strictObject(shape)

const nameOf = (path: readonly PropertyKey[]): string =>
  path.map((step, index) => (index === 0 ? String(step) : `[${String(step)}]`)).join('')

const at = (tree: FormTree, path: readonly PropertyKey[]): string | FormTree | undefined =>
  path.reduce<string | FormTree | undefined>(
    (node, step) => (typeof node === 'object' && Object.hasOwn(node, step) ? node[String(step)] : undefined),
    tree,
  )

const wrongValue = (issue: z.core.$ZodIssue, value: string | FormTree, param: string): StripeFault => {
  if (issue.message === message.unmodelled) return StripeFault.unmodelled(`the parameter ${param}`)
  if (issue.message === message.integer)
    return StripeFault.invalid(`Invalid integer: ${JSON.stringify(value)}`, {
      code: 'parameter_invalid_integer',
      param,
    })
  if (issue.message === message.boolean)
    return StripeFault.invalid(`Invalid boolean: ${JSON.stringify(value)}`, { param })
  if (issue.code === 'invalid_value')
    return StripeFault.invalid(`Invalid ${param}: must be one of ${issue.values.join(', ')}`, { param })
  if (value === '')
    return StripeFault.invalid(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      { code: 'parameter_invalid_empty', param },
    )
  if (issue.code === 'invalid_type')
    return StripeFault.invalid(
      issue.expected === 'array'
        ? 'Invalid array'
        : issue.expected === 'string'
          ? `Invalid string: ${JSON.stringify(value)}`
          : 'Invalid object',
      { param },
    )
  return StripeFault.invalid(`Invalid value for ${param}: ${issue.message}`, { param })
}

const faultOf = (issue: z.core.$ZodIssue, tree: FormTree, parents: readonly PropertyKey[]): StripeFault => {
  const path = [...parents, ...issue.path]
  if (issue.code === 'invalid_union') {
    const [inner] = issue.errors[0] ?? []
    if (inner) return faultOf(inner, tree, path)
  }
  if (issue.code === 'unrecognized_keys') {
    const param = nameOf([...path, issue.keys[0] ?? ''])
    return StripeFault.invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  const param = nameOf(path)
  const value = at(tree, path)
  if (value === undefined)
    return StripeFault.invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  return wrongValue(issue, value, param)
}

/** Throws Stripe's refusal of the first parameter that is wrong. */
export const readParameters = <P>(schema: z.ZodType<P>, tree: FormTree): P => {
  const read = schema.safeParse(tree)
  if (read.success) return read.data
  const [issue] = read.error.issues
  if (!issue) throw read.error
  throw faultOf(issue, tree, [])
}
