import { packageFiles, packClients, tarballOf } from '#lib/packages/pack.ts';

await packClients();
for (const file of packageFiles) console.log(`Packed ${tarballOf(file)}`);
