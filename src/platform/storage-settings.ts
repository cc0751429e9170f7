import { resolve } from 'node:path'
import { z } from 'zod'
import { oneOf, origin, secretText } from './setting-types.ts'

/** Where pictures that staff upload are kept. */
export const storageVariables = {
  STORAGE: oneOf(['folder', 's3']).default('folder'),
  S3_ENDPOINT: origin.optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be a region such as eu-central-1')
    .default('us-east-1'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_ACCESS_KEY_ID: secretText.optional(),
  S3_SECRET_ACCESS_KEY: secretText.optional(),
}

type Values = z.output<z.ZodObject<typeof storageVariables>>

/** The storage of files: a folder of the data folder, or a bucket. */
export const storageSettings = (values: Values, refuse: (name: string, problem: string) => never) => {
  if (values.STORAGE === 'folder') return { kind: 'folder' } as const
  const required = (
    name: 'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY',
  ): string => values[name] ?? refuse(name, 'must be set when STORAGE is s3')
  return {
    kind: 's3',
    endpoint: required('S3_ENDPOINT'),
    region: values.S3_REGION,
    bucket: required('S3_BUCKET'),
    accessKeyId: required('S3_ACCESS_KEY_ID'),
    secretAccessKey: required('S3_SECRET_ACCESS_KEY'),
  } as const
}

/** Where the shop keeps what it stores on disk, and what an operator writes instead of `content`; null for `content`. */
export const foldersOf = (values: {
  readonly DATA_DIR: string
  readonly CONTENT_DIR?: string | undefined
}) => ({
  dataDir: resolve(values.DATA_DIR),
  contentDir: values.CONTENT_DIR === undefined ? null : resolve(values.CONTENT_DIR),
})
