/** Every law of `src/shared/SPEC.md` has a test that carries its number. Run by `npm test`. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Numbers of laws a text states, or of laws a test names. */
export function lawsIn(text: string): Set<string> {
  return new Set([...text.matchAll(/\[([A-Z]\d+)\]/g)].map((match) => match[1]!));
}

if (import.meta.main) {
  const spec = lawsIn(readFileSync(join(root, 'src/shared/SPEC.md'), 'utf8'));
  const tested = new Set<string>();
  for (const file of globSync(['src/**/*.test.{ts,tsx}', 'e2e/**/*.spec.ts', 'scripts/**/*.test.ts'], {
    cwd: root,
  })) {
    // Only names of tests count, not comments.
    for (const name of readFileSync(join(root, file), 'utf8').matchAll(
      /\b(?:it|test|describe)(?:\.\w+)*\(\s*(['"`])([\s\S]*?)\1/g,
    ))
      for (const law of lawsIn(name[2]!)) tested.add(law);
  }
  const untested = [...spec].filter((law) => !tested.has(law));
  const unknown = [...tested].filter((law) => !spec.has(law));
  for (const law of untested) console.error(`[${law}] has no test.`);
  for (const law of unknown) console.error(`[${law}] is named by a test and is no law.`);
  console.log(`laws: ${spec.size}, without a test: ${untested.length}`);
  process.exitCode = untested.length + unknown.length > 0 ? 1 : 0;
}
