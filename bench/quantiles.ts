export const quantile = (values: readonly number[], part: number): number => {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
};

export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));
