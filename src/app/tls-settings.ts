import { resolve } from 'node:path'
import { z } from 'zod'

/** What a shop needs that terminates TLS itself. */
export const tlsVariables = {
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
}

type Values = z.output<z.ZodObject<typeof tlsVariables>>

/** The files of certificate and key; null for a shop without TLS, or behind a proxy that terminates it. */
export const tlsSettings = (
  { TLS_CERT: cert, TLS_KEY: key }: Values,
  refuse: (name: string, problem: string) => never,
): { readonly cert: string; readonly key: string } | null => {
  if (cert === undefined && key === undefined) return null
  if (cert === undefined) return refuse('TLS_CERT', 'must be set with TLS_KEY')
  if (key === undefined) return refuse('TLS_KEY', 'must be set with TLS_CERT')
  return { cert: resolve(cert), key: resolve(key) }
}
