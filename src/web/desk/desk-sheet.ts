import { deskSheetMark } from './desk-sheet-mark.ts'

/** The addresses of the desk's styles: of a build, or in development of every sheet that the desk may use. */
export const deskSheets = (): readonly string[] =>
  import.meta.env.DEV
    ? [
        '/src/web/desk/desk.css',
        ...Object.keys(import.meta.glob('/src/{web/desk,desk/screens,staff/screens}/**/*.module.css')),
      ]
    : deskSheetMark.split(' ')
