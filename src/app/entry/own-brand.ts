import { readBrandFile } from '../starting/brand-file.ts'

// Modules of the shop read the brand when they are loaded, so every entry imports this file first.
globalThis.shopLanguages = process.env['LANGUAGES']?.split(',').map((code) => code.trim())
try {
  globalThis.shopBrand = readBrandFile(process.env['CONTENT_DIR'])
} catch (thrown) {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`)
  process.exit(1)
}
