/** The value of an expression such as "2*pi", "1/3" or "-(0.5 + 2e-3)"; NaN if it is invalid. */
export function evaluate(text: string): number {
  const tokens = text.replace(/,/g, '.').match(/\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?|pi|[-+*/^()]|\S/gi) ?? [];
  let at = 0;
  const sum = (): number => {
    let value = product();
    while (tokens[at] === '+' || tokens[at] === '-') value += tokens[at++] === '+' ? product() : -product();
    return value;
  };
  const product = (): number => {
    let value = power();
    while (tokens[at] === '*' || tokens[at] === '/') value = tokens[at++] === '*' ? value * power() : value / power();
    return value;
  };
  const power = (): number => {
    if (tokens[at] === '-') { at++; return -power(); }
    if (tokens[at] === '+') { at++; return power(); }
    const base = atom();
    if (tokens[at] !== '^') return base;
    at++;
    return base ** power();
  };
  const atom = (): number => {
    const token = tokens[at++] ?? '';
    if (token === '(') {
      const value = sum();
      return tokens[at++] === ')' ? value : NaN;
    }
    return /^pi$/i.test(token) ? Math.PI : /^[\d.]/.test(token) ? Number(token) : NaN;
  };
  const value = sum();
  return at === tokens.length ? value : NaN;
}
