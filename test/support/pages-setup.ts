import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildPages } from '../../src/app/starting/fresh-build.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The built pages of this run. */
    pagesFolder: string
  }
}

/** Builds the pages of these sources once and keeps them from being rebuilt during a run. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const root = join(import.meta.dirname, '../..')
  await buildPages(root, () => undefined)
  // Inside node_modules, so that the pages find their packages.
  const folder = join(root, 'node_modules/.cache', `loam-pages-${project.name}-${process.pid}`)
  await mkdir(folder, { recursive: true })
  await cp(join(root, 'build'), folder, { recursive: true })
  project.provide('pagesFolder', folder)
  return () => rm(folder, { recursive: true, force: true })
}
