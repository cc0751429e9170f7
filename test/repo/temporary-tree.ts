import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { root } from './source-files.ts'

/** A small repository of its own with the real settings of a tool, to see which rules it breaks. */
export const temporaryTree = (settings: readonly string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'loam-laws-'))
  for (const name of settings) cpSync(join(root, name), join(folder, name))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return {
    write: (path: string, text: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    },
    /** What a program of the installed packages says about it. */
    run: (program: string, ...options: readonly string[]): string =>
      spawnSync(join(root, 'node_modules', program), options, {
        cwd: folder,
        encoding: 'utf8',
        timeout: 600_000,
      }).stdout,
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  }
}
