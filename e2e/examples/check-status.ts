const { BASE_URL = "https://api.tree.example" } = process.env;

const answer = await fetch(`${BASE_URL}/v1/status`);
const { success, data, error } = await answer.json();

if (success) console.log(`The service works: version ${data.version}.`);
else console.error(`${error.code}: ${error.message}`);

// Makes this file a module.
export {};
