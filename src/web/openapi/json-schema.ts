import { z } from 'zod'
import { isRecord } from '#shared/is-record.ts'

/** A JSON Schema as OpenAPI 3.1 takes it (draft 2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>

const components = '#/components/schemas/'

/** The name of a part of a schema: the one that it was given, or one of the schema that it is in. */
const nameOfPart = (key: string, name: string): string => (key.startsWith('__') ? `${name}.${key}` : key)

/** Points references inside one schema at the document's components, and leaves out the names that it carries. */
const readdress = (value: unknown, name: string): unknown => {
  if (Array.isArray(value)) return value.map((part) => readdress(part, name))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      // A property of this name is an object.
      .filter(([key, part]) => key !== 'id' || typeof part !== 'string')
      .map(([key, part]) => {
        if (key !== '$ref' || typeof part !== 'string') return [key, readdress(part, name)]
        if (part === '#') return [key, `${components}${name}`]
        const own = /^#\/\$defs\/(.+)$/.exec(part)?.[1]
        return [key, own === undefined ? part : `${components}${nameOfPart(own, name)}`]
      }),
  )
}

const givenName = (type: z.ZodType): string | undefined => z.globalRegistry.get(type)?.id

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
    /** Writes a reply under the name that it was given, or else this one, unless it is there, and points at it. */
    refer: (type: z.ZodType, usualName: string): JsonSchema => {
      const name = givenName(type) ?? usualName
      const known = names.get(type)
      if (known !== undefined) return { $ref: `${components}${known}` }
      const {
        $schema: _,
        $defs = {},
        ...schema
      } = z.toJSONSchema(type, { io: 'output', target: 'draft-2020-12' })
      names.set(type, name)
      write(name, schema)
      for (const [key, part] of Object.entries($defs)) write(nameOfPart(key, name), readdress(part, name))
      return { $ref: `${components}${name}` }
    },
  }
}

export type Schemas = ReturnType<typeof createSchemas>
