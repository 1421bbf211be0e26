"""Tools of a small shop, as they are often written. Two of them are broken."""

import sqlite3
from typing import Any

PRICES = {"apple": 40, "bread": 320, "cheese": 890}
DATABASE = sqlite3.connect(":memory:", check_same_thread=False)
DATABASE.execute("CREATE TABLE orders (customer TEXT, cents INTEGER)")
DATABASE.executemany("INSERT INTO orders VALUES (?, ?)", [("ann", 360), ("bob", 890), ("ann", 40)])


def get_price(product: str) -> dict[str, Any]:
    """Return the price of a product.

    Args:
        product: Name of the product, such as 'bread'.
    """
    if product not in PRICES:
        return {"error": "unknown_product", "message": "There is no such product."}
    return {"product": product, "cents": PRICES[product]}


def split_bill(cents: list[int], guests: int) -> dict[str, int]:
    """Return what each guest pays.

    Args:
        cents: Prices on the bill, in cents.
        guests: Number of guests who share it.
    """
    return {"cents": sum(cents) // guests}


def find_orders(customer: str) -> dict[str, list[int]]:
    """Return what a customer has paid, in cents.

    Args:
        customer: Name of the customer, such as 'ann'.
    """
    rows = DATABASE.execute(f"SELECT cents FROM orders WHERE customer = '{customer}'")
    return {"cents": [cents for (cents,) in rows]}
