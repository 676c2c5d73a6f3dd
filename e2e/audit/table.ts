/** Formats a table for a terminal: columns as wide as their widest cell, text to the left and numbers to the right. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? "").length)));
  const line = (row: readonly string[]) =>
    row.map((cell, column) => (isNumber(cell) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)));
  return [head, widths.map((width) => "—".repeat(width)), ...rows]
    .map((row) => line(row).join("  ").trimEnd())
    .join("\n");
}

const isNumber = (cell: string) => /^(\d+|–)$/.test(cell);
