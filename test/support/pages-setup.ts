import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildShop } from '../../src/app/starting/fresh-build.ts'
import { bundled } from './bundled.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The built pages of this run. */
    pagesFolder: string
    /** The packed program of a shop process. */
    shopProgram: string
  }
}

/** Native packages, those that read files of their own or are seldom loaded, and what the built pages load too. */
const outside = [
  'sharp',
  'react',
  'react-dom',
  'react-router',
  '@react-router/node',
  'pdfkit',
  '@cantoo/pdf-lib',
  'stripe',
  'nodemailer',
  'openid-client',
  '@opentelemetry/sdk-node',
  '@simplewebauthn/server',
]

/** Builds the pages of these sources once and keeps them from being rebuilt during a run. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const root = join(import.meta.dirname, '../..')
  await buildShop(root, () => undefined)
  // Inside node_modules, so that the pages find their packages.
  const folder = join(root, 'node_modules/.cache', `loam-pages-${project.name}-${process.pid}`)
  await mkdir(folder, { recursive: true })
  await cp(join(root, 'build'), folder, { recursive: true })
  project.provide('pagesFolder', folder)
  // Tests kill shops again and again, and the next one starts in a third of the time.
  project.provide('shopProgram', await bundled('shop-process', { external: outside }))
  return () => rm(folder, { recursive: true, force: true })
}
