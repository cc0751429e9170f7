import { z } from 'zod'

/** A JSON Schema as OpenAPI 3.1 takes it (draft 2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const components = '#/components/schemas/'

/** Points references inside one schema at the document's components. */
const readdress = (value: unknown, name: string): unknown => {
  if (Array.isArray(value)) return value.map((part) => readdress(part, name))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (key !== '$ref' || typeof part !== 'string') return [key, readdress(part, name)]
      return [key, part === '#' ? `${components}${name}` : part.replace('#/$defs/', `${components}${name}.`)]
    }),
  )
}

/** The schemas of a document under their names; what two calls share is written once. */
export const createSchemas = () => {
  const names = new Map<z.ZodType, string>()
  const schemas = new Map<string, JsonSchema>()
  const write = (name: string, schema: unknown): void => {
    const addressed = readdress(schema, name)
    if (isRecord(addressed)) schemas.set(name, addressed)
  }
  return {
    /** Every schema that has a name. */
    named: (): Record<string, JsonSchema> => Object.fromEntries(schemas),
    /** A payload as clients send it or a reply as they get it, without a name of its own. */
    plain: (type: z.ZodType, io: 'input' | 'output'): JsonSchema => {
      const { $schema: _, ...schema } = z.toJSONSchema(type, { io, target: 'draft-2020-12' })
      return schema
    },
    /** Writes a reply under a name, unless it has one, and points at it. */
    refer: (type: z.ZodType, name: string): JsonSchema => {
      const known = names.get(type)
      if (known !== undefined) return { $ref: `${components}${known}` }
      const {
        $schema: _,
        $defs = {},
        ...schema
      } = z.toJSONSchema(type, { io: 'output', target: 'draft-2020-12' })
      names.set(type, name)
      write(name, schema)
      for (const [key, part] of Object.entries($defs)) write(`${name}.${key}`, readdress(part, name))
      return { $ref: `${components}${name}` }
    },
  }
}

export type Schemas = ReturnType<typeof createSchemas>
