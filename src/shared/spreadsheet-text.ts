/**
 * Where a spreadsheet would find a formula: at the start of a cell, and behind what may separate cells, because a program
 * that separates by semicolons or tabs reads neither our commas nor our quotes.
 */
const formulaStart = /(?<=^|[;\t\r\n])(?=[=+\-@＝＋－＠\t\r])/gu

/** The text of a cell, as no spreadsheet takes it for a formula. Numbers stay as they are. */
export const spreadsheetText = (text: string): string =>
  /^-?\d+(\.\d+)?$/.test(text) ? text : text.replaceAll(formulaStart, "'")
