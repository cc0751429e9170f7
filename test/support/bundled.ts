import { join } from 'node:path'
import { build } from 'vite'

/** The checkout's folder. */
export const root = join(import.meta.dirname, '../..')

/** Packs a program of the tests with all that it loads into one file, which starts in a quarter of the time. Answers the file. */
export const bundled = async (name: string): Promise<string> => {
  const outDir = join(root, 'node_modules/.cache/loam-bundled')
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['@node-rs/argon2'] },
    build: {
      ssr: join(import.meta.dirname, `${name}.ts`),
      outDir,
      emptyOutDir: false,
      minify: false,
      target: 'esnext',
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
  })
  return join(outDir, `${name}.mjs`)
}
